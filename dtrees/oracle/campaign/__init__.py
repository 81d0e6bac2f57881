"""A campaign: so many cases for one peer, each made from its number alone, and what is found of each."""
