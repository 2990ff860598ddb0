//! Numbers and times as people type them: `10k`, `1e6`, `1G`, `2s`.

use std::time::Duration;

/// The most that a number with a point or an exponent may be, so that it is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A whole number: `1000`, `10k`, `2.5M`, `1G`, `1e6`. None where it is none.
pub fn whole(text: &str) -> Option<u64> {
    let text = text.trim();
    let (digits, scale) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 1_000),
        (at, 'M') => (&text[..at], 1_000_000),
        (at, 'G') => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.parse::<u64>().ok()?.checked_mul(scale);
    }
    // Neither signs nor words like inf.
    let plain = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let number = digits.parse::<f64>().ok().filter(|_| plain)? * scale as f64;
    (number.fract() == 0.0 && number <= EXACT).then_some(number as u64)
}

/// A time: `2`, `0.5` or `2s` in seconds, `500ms`, `2m` (minutes), `1h`. None where it is none.
pub fn time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0), ("", 1.0)];
    let (number, scale) =
        units.into_iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let number = number.trim_end().parse::<f64>().ok().filter(|number| *number >= 0.0)?;
    Duration::try_from_secs_f64(number * scale).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for (text, number) in [
            ("0", 0),
            ("1000", 1_000),
            ("10k", 10_000),
            ("2.5M", 2_500_000),
            ("1G", 1_000_000_000),
            ("1e6", 1_000_000),
            ("1.5e3", 1_500),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for text in [
            "",
            "k",
            "-1",
            "+1",
            "0.5",
            "1e-3",
            "1e30",
            "inf",
            "nan",
            "1m",
            "ten",
            "1 000",
            "é",
            "99999999999999999G",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn times_have_units() {
        for (text, millis) in [
            ("2", 2_000),
            ("0.5", 500),
            ("2s", 2_000),
            ("500ms", 500),
            ("1.5 m", 90_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(time(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1", "nan", "inf", "1e300", "2x"] {
            assert_eq!(time(text), None, "{text}");
        }
    }
}
