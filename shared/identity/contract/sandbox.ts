/** The cases that the sandbox has a number for: what comes of it when its test person is claimed. */
export const sandboxCases = {
  exact: 'EXACT_MATCH, `verified`',
  transposed: 'TRANSPOSED_MATCH, `verified`',
  partial: 'PARTIAL_MATCH, `id_mismatch`',
  none: 'NO_MATCH, `id_mismatch`',
  slow: 'EXACT_MATCH after 8 seconds',
  notFound: '404 `identity_not_found`',
  unavailable: '503 `registry_unavailable`',
  lying: '503 `registry_unavailable`: the registry answers with another person’s record',
  late: '503 at first; with `Prefer: respond-async` 202, and EXACT_MATCH in the event',
  limited: '429 `too_many_requests`',
} as const
export type SandboxCase = keyof typeof sandboxCases

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
    ([name, number]) => `| \`${number}\` | ${sandboxCases[name as SandboxCase]} |`,
  )
  return [
    `In test mode claim ${person.firstname} ${person.lastname} (middle name ${person.middlename}, born ${person.birthdate}, phone ${person.phone}); the number decides what happens, and any other number is not found:`,
    '',
    '| number | outcome |',
    '|---|---|',
    ...rows,
  ].join('\n')
}
