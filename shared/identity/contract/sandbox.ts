/** The cases that the sandbox has a number for: digits that its number has, and what comes of it when its person is claimed. */
export const sandboxCases = {
  exact: ['200', 'EXACT_MATCH, `verified`'],
  transposed: ['221', 'TRANSPOSED_MATCH, `verified`'],
  partial: ['222', 'PARTIAL_MATCH, `id_mismatch`'],
  none: ['223', 'NO_MATCH, `id_mismatch`'],
  slow: ['208', 'EXACT_MATCH after 8 seconds'],
  late: ['202', '503 at first; with `Prefer: respond-async` 202, and EXACT_MATCH in the event'],
  notFound: ['404', '404 `identity_not_found`'],
  limited: ['429', '429 `too_many_requests`'],
  unreadable: ['502', '502 `record_unreadable`'],
  unavailable: ['503', '503 `registry_unavailable`'],
  lying: ['599', '502 `record_unreadable`: the registry answers with another person’s record'],
} as const
export type SandboxCase = keyof typeof sandboxCases

/** A number for every case, from three digits of the case's own. */
export const sandboxNumbers = (numberWith: (digits: string) => string) =>
  Object.fromEntries(
    Object.entries(sandboxCases).map(([name, [digits]]) => [name, numberWith(digits)]),
  ) as Record<SandboxCase, string>

/** A test person. `birthdate` is DD-MM-YYYY. */
export interface SandboxPerson {
  readonly firstname: string
  readonly middlename: string
  readonly lastname: string
  readonly phone: string
  readonly gender: string
  readonly birthdate: string
}

/** A product's person and numbers in test mode: a promise to integrators, whose tests rely on them. */
export interface Sandbox {
  /** Whom to claim. */
  readonly person: SandboxPerson
  /** Which number leads to which case when that person is claimed. */
  readonly numbers: Readonly<Record<SandboxCase, string>>
}

/** The sandbox of one product in Markdown, for its description. */
export const sandboxDescription = ({ person, numbers }: Sandbox): string => {
  const rows = Object.entries(numbers).map(
    ([name, number]) => `| \`${number}\` | ${sandboxCases[name as SandboxCase][1]} |`,
  )
  return [
    `In test mode claim ${person.firstname} ${person.lastname} (middle name ${person.middlename}, born ${person.birthdate}, phone ${person.phone}); the number decides what happens, and any other number is not found:`,
    '',
    '| number | outcome |',
    '|---|---|',
    ...rows,
  ].join('\n')
}

/** Which case leads a late look-up to which end: the verdict, or why there is none. */
export const lateOutcomes = {
  EXACT_MATCH: 'exact',
  TRANSPOSED_MATCH: 'transposed',
  PARTIAL_MATCH: 'partial',
  NO_MATCH: 'none',
  identity_not_found: 'notFound',
  record_unreadable: 'unreadable',
  registry_unavailable: 'unavailable',
} as const satisfies Readonly<Record<string, SandboxCase>>
export type LateOutcome = keyof typeof lateOutcomes
