//! Whether this processor has what the program was compiled for.
//!
//! `is_x86_feature_detected!` would not do: for what the program was compiled with it answers yes
//! without looking. So the processor is asked here, feature by feature.

/// The features that this program needs and the processor lacks, by their usual names.
pub fn missing() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86::missing();
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

/// One line about what is missing and what to do.
pub fn explain(missing: &[&str]) -> String {
    format!(
        "this processor lacks {}, which this build of Tesuji uses; build it from source with \
         RUSTFLAGS='-C target-cpu=native' on this machine",
        missing.join(", ")
    )
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__cpuid_count;

    /// Registers of the CPUID answers that are looked at.
    struct Answers {
        /// Leaf 1, ECX.
        basic: u32,
        /// Leaf 7, EBX.
        extended: u32,
        /// Leaf 0x8000_0001, ECX.
        amd: u32,
    }

    fn ask() -> Answers {
        let highest = __cpuid_count(0, 0).eax;
        let highest_amd = __cpuid_count(0x8000_0000, 0).eax;
        let extended = if highest >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
        let amd = if highest_amd >= 0x8000_0001 { __cpuid_count(0x8000_0001, 0).ecx } else { 0 };
        Answers { basic: __cpuid_count(1, 0).ecx, extended, amd }
    }

    pub(super) fn missing() -> Vec<&'static str> {
        lacking(&ask())
    }

    fn bit(register: u32, number: u32) -> bool {
        register >> number & 1 == 1
    }

    fn lacking(have: &Answers) -> Vec<&'static str> {
        // Name, whether this program was compiled to use it, whether the processor has it.
        let features = [
            ("sse3", cfg!(target_feature = "sse3"), bit(have.basic, 0)),
            ("ssse3", cfg!(target_feature = "ssse3"), bit(have.basic, 9)),
            ("fma", cfg!(target_feature = "fma"), bit(have.basic, 12)),
            ("cmpxchg16b", cfg!(target_feature = "cmpxchg16b"), bit(have.basic, 13)),
            ("sse4.1", cfg!(target_feature = "sse4.1"), bit(have.basic, 19)),
            ("sse4.2", cfg!(target_feature = "sse4.2"), bit(have.basic, 20)),
            ("movbe", cfg!(target_feature = "movbe"), bit(have.basic, 22)),
            ("popcnt", cfg!(target_feature = "popcnt"), bit(have.basic, 23)),
            // Bit 27: the operating system saves the wide registers.
            ("avx", cfg!(target_feature = "avx"), bit(have.basic, 28) && bit(have.basic, 27)),
            ("f16c", cfg!(target_feature = "f16c"), bit(have.basic, 29)),
            ("bmi1", cfg!(target_feature = "bmi1"), bit(have.extended, 3)),
            ("avx2", cfg!(target_feature = "avx2"), bit(have.extended, 5)),
            ("bmi2", cfg!(target_feature = "bmi2"), bit(have.extended, 8)),
            ("avx512f", cfg!(target_feature = "avx512f"), bit(have.extended, 16)),
            ("lzcnt", cfg!(target_feature = "lzcnt"), bit(have.amd, 5)),
        ];
        let lacks = features.into_iter().filter(|&(_, needed, has)| needed && !has);
        lacks.map(|(name, ..)| name).collect()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_processor_without_anything_lacks_all_that_is_used() {
            let lacks = lacking(&Answers { basic: 0, extended: 0, amd: 0 });
            assert_eq!(lacks.contains(&"popcnt"), cfg!(target_feature = "popcnt"));
            assert_eq!(lacks.contains(&"bmi2"), cfg!(target_feature = "bmi2"));
            let text = crate::cpu::explain(&["bmi2", "avx2"]);
            assert!(text.starts_with("this processor lacks bmi2, avx2, which"), "{text}");
        }

        #[test]
        fn the_processor_that_runs_this_test_lacks_nothing() {
            assert_eq!(missing(), [""; 0]);
        }
    }
}
