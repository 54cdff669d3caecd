"""What comes out for an input: alone or in company, masked, special, elsewhere."""
