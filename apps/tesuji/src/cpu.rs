//! This processor has what the program was compiled for.
//!
//! `is_x86_feature_detected!` would not do: for what the program was compiled with it answers yes
//! without looking. So the processor is asked here, feature by feature.
//!
//! This code was compiled for that same processor, so it is written to need nothing of it: it
//! tests ready-made masks and writes ready-made texts. A shift by a variable, a text put together
//! or a loop over plain numbers may become an instruction that an older processor does not know.
//! `docs/decisions/0003-cpu-baseline.md` says how that was tried.

/// True if the processor has everything; otherwise says on standard error what is missing.
#[cfg(not(target_arch = "x86_64"))]
pub fn check() -> bool {
    true
}

#[cfg(target_arch = "x86_64")]
pub use x86::check;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__cpuid_count;
    use std::hint::black_box;
    use std::io::Write as _;

    /// Registers of the CPUID answers that are looked at.
    struct Answers {
        /// Leaf 1, ECX.
        basic: u32,
        /// Leaf 7, EBX.
        extended: u32,
        /// Leaf 0x8000_0001, ECX.
        amd: u32,
    }

    /// A feature of processors.
    struct Feature {
        /// Its name, after a blank.
        name: &'static str,
        /// This program was compiled to use it.
        needed: bool,
        /// Its bit in one of the answers; the masks of the other two are 0.
        basic: u32,
        extended: u32,
        amd: u32,
    }

    macro_rules! features {
        ($($name:literal $register:ident $bit:literal;)+) => {
            [$(Feature {
                name: concat!(" ", $name),
                needed: cfg!(target_feature = $name),
                $register: 1 << $bit,
                ..NO_FEATURE
            }),+]
        };
    }

    const NO_FEATURE: Feature = Feature { name: "", needed: false, basic: 0, extended: 0, amd: 0 };

    static FEATURES: [Feature; 15] = features! {
        "sse3" basic 0;
        "ssse3" basic 9;
        "fma" basic 12;
        "cmpxchg16b" basic 13;
        "sse4.1" basic 19;
        "sse4.2" basic 20;
        "movbe" basic 22;
        "popcnt" basic 23;
        "avx" basic 28;
        "f16c" basic 29;
        "bmi1" extended 3;
        "avx2" extended 5;
        "bmi2" extended 8;
        "avx512f" extended 16;
        "lzcnt" amd 5;
    };

    #[inline(never)]
    fn ask() -> Answers {
        let highest = __cpuid_count(0, 0).eax;
        let highest_amd = __cpuid_count(0x8000_0000, 0).eax;
        let extended = if highest >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
        let amd = if highest_amd >= 0x8000_0001 { __cpuid_count(0x8000_0001, 0).ecx } else { 0 };
        Answers { basic: __cpuid_count(1, 0).ecx, extended, amd }
    }

    #[inline(never)]
    fn lacks(have: &Answers, feature: &Feature) -> bool {
        if !feature.needed {
            return false;
        }
        if feature.basic != 0 {
            return have.basic & feature.basic == 0;
        }
        if feature.extended != 0 {
            return have.extended & feature.extended == 0;
        }
        have.amd & feature.amd == 0
    }

    #[inline(never)]
    fn say(text: &str) {
        // There is nowhere to report that nothing can be printed.
        let _ = std::io::stderr().write_all(black_box(text).as_bytes());
    }

    /// True if the processor has everything; otherwise says on standard error what is missing.
    #[inline(never)]
    pub fn check() -> bool {
        let have = ask();
        let mut complete = true;
        for feature in black_box(&FEATURES) {
            if lacks(&have, feature) {
                if complete {
                    say("error: this processor lacks what this build of Tesuji uses:");
                }
                complete = false;
                say(feature.name);
            }
        }
        if !complete {
            say("; build it from source on this machine with RUSTFLAGS='-C target-cpu=native'\n");
        }
        complete
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_processor_without_anything_lacks_all_that_is_used() {
            let nothing = Answers { basic: 0, extended: 0, amd: 0 };
            let all = Answers { basic: !0, extended: !0, amd: !0 };
            for feature in &FEATURES {
                assert_eq!(lacks(&nothing, feature), feature.needed, "{}", feature.name);
                assert!(!lacks(&all, feature), "{}", feature.name);
                let bits = [feature.basic, feature.extended, feature.amd];
                assert_eq!(bits.map(u32::count_ones).iter().sum::<u32>(), 1);
            }
            let popcnt = FEATURES.iter().find(|feature| feature.name == " popcnt").unwrap();
            assert_eq!(popcnt.needed, cfg!(target_feature = "popcnt"));
        }

        #[test]
        fn the_processor_that_runs_this_test_lacks_nothing() {
            assert!(check());
        }
    }
}
