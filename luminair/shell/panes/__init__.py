"""Sessions side by side: pane, transcript, composer, and the turns that run in them."""
