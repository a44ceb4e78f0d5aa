"""Kinds of values that several parts of the config have."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from arena.ladder.names import check_text

Count = Annotated[int, Field(ge=1)]
Text = Annotated[str, AfterValidator(check_text)]


class Keys(BaseModel):
    """Keys and values of one mapping; the descriptions complete "expected …" in messages."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
