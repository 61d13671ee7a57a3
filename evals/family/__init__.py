"""The eval `family`: family trees, against what others or a count say of them."""
