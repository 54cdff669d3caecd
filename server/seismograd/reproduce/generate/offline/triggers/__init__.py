"""What makes an ordinary run a special one: each with the ordinary one as its control."""
