//! Checked levels as XML in the form of `JUnit`, as CI services read it.

use std::io;
use std::path::Path;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::document::CheckDocument;
use crate::is_control;

/// With what each report begins.
pub(super) const BEGINS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tilewright match3 check\"";

/// The report: a case for each level, in their order, of which the `unchecked` ones were not reached. A task reads no
/// clock, so the times are 0.
pub(super) fn xml(
    suite: &str,
    checked: &[CheckDocument],
    unchecked: &[String],
) -> io::Result<Vec<u8>> {
    let tests = (checked.len() + unchecked.len()).to_string();
    let failures = checked.iter().filter(|it| !it.ok).count().to_string();
    let skipped = unchecked.len().to_string();
    let suite = clean(suite);
    let counts = [
        ("tests", tests.as_str()),
        ("failures", &failures),
        ("errors", "0"),
        ("skipped", &skipped),
        ("time", "0"),
    ];

    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = writer.create_element("testsuites");
    let suites = suites.with_attribute(("name", "tilewright match3 check"));
    suites.with_attributes(counts).write_inner_content(|writer| {
        let named = writer.create_element("testsuite").with_attribute(("name", &*suite));
        named.with_attributes(counts).write_inner_content(|writer| {
            checked.iter().try_for_each(|it| case(writer, &suite, it))?;
            unchecked.iter().try_for_each(|file| {
                let case = case_of(writer, &suite, file);
                case.write_inner_content(|writer| {
                    let skipped = writer.create_element("skipped");
                    skipped
                        .with_attribute(("message", "stopped before"))
                        .write_empty()?;
                    Ok(())
                })?;
                Ok(())
            })
        })?;
        Ok(())
    })?;

    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

/// The case of a level that was checked.
fn case(
    writer: &mut Writer<Vec<u8>>,
    suite: &str,
    checked: &CheckDocument,
) -> io::Result<()> {
    let case = case_of(writer, suite, &checked.file);
    let output = checked.measured().into_iter().chain(checked.undecided.iter().cloned());
    let output: Vec<_> = output.collect();
    if checked.ok && output.is_empty() {
        case.write_empty()?;
        return Ok(());
    }

    case.write_inner_content(|writer| {
        if !checked.ok {
            let message = clean(&checked.reasons.join("; "));
            let failure = writer.create_element("failure");
            let failure =
                failure.with_attributes([("message", &*message), ("type", "level")]);
            let text = clean(&checked.reasons.join("\n"));
            failure.write_text_content(BytesText::new(&text))?;
        }
        if !output.is_empty() {
            let text = clean(&output.join("\n"));
            writer
                .create_element("system-out")
                .write_text_content(BytesText::new(&text))?;
        }
        Ok(())
    })?;
    Ok(())
}

fn case_of<'a>(
    writer: &'a mut Writer<Vec<u8>>,
    suite: &str,
    file: &str,
) -> quick_xml::writer::ElementWriter<'a, Vec<u8>> {
    let name =
        Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned());
    let (name, file) = (clean(&name.unwrap_or_default()), clean(file));
    let case = writer.create_element("testcase");
    case.with_attributes([
        ("name", &*name),
        ("classname", suite),
        ("file", &*file),
        ("time", "0"),
    ])
}

/// A text without characters that XML does not have.
fn clean(text: &str) -> String {
    text.replace(|it| is_control(it) || matches!(it, '\u{fffe}' | '\u{ffff}'), "\u{fffd}")
}
