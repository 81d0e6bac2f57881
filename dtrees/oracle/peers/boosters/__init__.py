"""XGBoost and LightGBM as peers."""
