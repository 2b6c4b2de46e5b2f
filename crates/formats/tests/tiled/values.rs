//! Arbitrary texts, numbers and properties.

use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use tilewright_formats::tiled::{Properties, Property, Value};

pub(crate) fn text() -> impl Strategy<Value = String> {
    "[ a-z<>&\"'\\\\\n\r\tä€\u{10348}]{0,6}"
}

pub(crate) fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-1000..1000).prop_map(f64::from),
        prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::NEGATIVE,
    ]
}

pub(crate) fn property(
    value: impl Strategy<Value = Value>,
) -> impl Strategy<Value = Property> {
    (value, of(text()))
        .prop_map(|(value, type_name)| Property { type_name, ..Property::from(value) })
}

pub(crate) fn properties() -> impl Strategy<Value = Properties> {
    let plain = prop_oneof![
        text().prop_map(Value::String),
        text().prop_map(Value::Color),
        text().prop_map(Value::File),
        any::<i64>().prop_map(Value::Int),
        number().prop_map(Value::Float),
        any::<bool>().prop_map(Value::Bool),
        any::<u32>().prop_map(Value::Object),
        text().prop_map(|text| Value::Other { kind: "later".into(), value: text.into() }),
    ];
    let value = plain.prop_recursive(3, 8, 3, |inner| {
        let property = property(inner).boxed();
        prop_oneof![
            vec(property.clone(), 0..3).prop_map(Value::List),
            btree_map(text(), property, 0..3)
                .prop_map(|members| Value::Class(members.into_iter().collect())),
        ]
    });
    let property = property(value);
    btree_map(text(), property, 0..3).prop_map(|all| all.into_iter().collect())
}
