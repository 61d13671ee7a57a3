"""Where things are: a gazetteer, providers over the network, and how they are asked together."""
