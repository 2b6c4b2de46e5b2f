//! The quotas of a request, checked against its template.

use tilewright_match3::{Kind, Quota, Template, write_quota};

use crate::RequestError;

/// One quota for each named kind, ordinary first.
pub(crate) fn all(
    quotas: &[Quota],
    template: &Template,
) -> Result<Vec<Quota>, RequestError> {
    let mut all: Vec<Quota> = vec![Kind::ORDINARY.into()];

    for quota in quotas {
        if !quota.kind.is_special() {
            return Err(RequestError::Kind(template.name_of(quota.kind)));
        }

        match all.iter().find(|other| other.kind == quota.kind) {
            Some(other) if other != quota => {
                let [one, other] = [other, quota].map(|quota| word(quota, template));
                return Err(RequestError::Twice(one, other));
            }
            Some(_) => {}
            None => all.push(*quota),
        }
    }

    Ok(all)
}

/// The word of a quota under the rules of a template.
fn word(quota: &Quota, template: &Template) -> String {
    let mut word = String::new();
    let name = template.name_of(quota.kind);
    write_quota(&mut word, &name, quota.min, quota.max)
        .expect("a string takes every text");
    word
}

/// Refuses quotas that the fixed cells exceed, or that the free cells cannot fulfil.
pub(crate) fn check<'a>(
    quotas: impl Iterator<Item = &'a Quota>,
    template: &Template,
) -> Result<(), RequestError> {
    let mut room = template.free() as u32;
    for &quota in quotas {
        let is_it = |cell: &&Option<Kind>| **cell == Some(quota.kind);
        let fixed = template.cells().values().iter().filter(is_it).count() as u32;

        let missing = quota.min.saturating_sub(fixed);
        if fixed > quota.max || missing > room {
            let quota = word(&quota, template);
            return Err(RequestError::Quota { quota, fixed, room });
        }
        room -= missing;
    }
    Ok(())
}
