"""The public names are listed, sorted, and really there."""

import claimtree


def test_public_names_are_listed_in_order_and_can_be_imported() -> None:
    assert claimtree.__all__ == sorted(claimtree.__all__)
    for name in claimtree.__all__:
        assert getattr(claimtree, name, None) is not None


def test_a_name_that_is_not_public_is_no_attribute() -> None:
    assert not hasattr(claimtree, "utils")
