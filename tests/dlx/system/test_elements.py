# SPDX-License-Identifier: MIT
"""XML within bounds: the texts of elements as they arrive, in pieces of any size, and what claims too much."""

from xml.parsers.expat import ExpatError

import pytest

from dlx.system.elements import LONGEST_TEXT_CHARACTERS, XML_CHUNK_BYTES, XmlReader


def test_blanks_in_the_text_of_an_element():
    texts = []
    reader = XmlReader(lambda *_: None, lambda name, text: texts.append(text))
    reader.feed(b"<a> 5 <b> </b> <b/>\n 3<b/>4</a>")
    assert [" ".join(text.split()) for text in texts] == ["", "", "", "5 34"]


def read(data, size=XML_CHUNK_BYTES):
    """Return the starts, with attributes and lines, and the ends, with words, that a reader tells of XML in pieces."""
    found = []
    reader = XmlReader(
        lambda *start: found.append(start), lambda name, text: found.append((name, " ".join(text.split())))
    )
    for k in range(0, len(data), size):
        reader.feed(data[k : k + size])
    reader.feed(b"")
    return found


def test_pieces_of_any_size_change_nothing():
    data = '<a x="1">\n é <b y="&amp;"/>\n<!-- c --><c>&#53;<![CDATA[<d>]]></c></a>'.encode()
    whole = read(data)
    assert whole[0] == ("a", {"x": "1"}, 1) and ("c", "5<d>") in whole and ("b", {"y": "&"}, 2) in whole
    assert all(read(data, size) == whole for size in range(1, len(data)))


@pytest.mark.parametrize("text", ["5", "&amp;", "&#53;", "<![CDATA[5]]>"])
def test_the_longest_text(text):
    assert read(f"<a>{text * LONGEST_TEXT_CHARACTERS}</a>".encode())
    with pytest.raises(ValueError, match=r"^the XML has an element with more than 300,000 characters$"):
        read(f"<a>{text * (LONGEST_TEXT_CHARACTERS + 1)}</a>".encode())


def test_the_deepest_element():
    assert len(read(b"<a>" * 100 + b"</a>" * 100)) == 200
    with pytest.raises(ValueError, match=r"^the XML has elements more than 100 levels deep$"):
        read(b"<a>" * 101)


@pytest.mark.parametrize("text", ["<!--{}-->", "<p a='{}'/>", "<{}/>", "<?a {}?>"])
def test_a_tag_without_an_end(text):
    assert read(f"<a>{text.format('a' * 200_000)}</a>".encode())
    with pytest.raises(ValueError, match=r"^the XML has a tag or comment of more than 300,000 bytes$"):
        read(f"<a>{text.format('a' * 500_000)}</a>".encode())


def test_entities_of_its_own_and_damage():
    assert read(b"<!DOCTYPE a SYSTEM 'a.dtd'><a/>") == [("a", {}, 1), ("a", "")]
    with pytest.raises(ValueError, match=r"^the XML declares entities of its own in <!DOCTYPE"):
        read(b"<!DOCTYPE a [<!ENTITY l 'lol'>]><a>&l;</a>")
    for damage in (b"<a><b></a>", b"<a>", b"", b"<a/><a/>"):
        with pytest.raises(ExpatError):
            read(damage)
