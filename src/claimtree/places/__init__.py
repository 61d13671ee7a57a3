"""Places: a gazetteer, providers over the network, and how they are combined."""
