/** Cases of the sandbox: the digits of a case's number, and its result when the test person is claimed. */
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

export const sandboxNumbers = (numberWith: (digits: string) => string) =>
  Object.fromEntries(
    Object.entries(sandboxCases).map(([name, [digits]]) => [name, numberWith(digits)]),
  ) as Record<SandboxCase, string>

/** `birthdate` is DD-MM-YYYY. */
export interface SandboxPerson {
  readonly firstname: string
  readonly middlename: string
  readonly lastname: string
  readonly phone: string
  readonly gender: string
  readonly birthdate: string
}

/** A promise to integrators, whose tests rely on it. */
export interface Sandbox {
  readonly person: SandboxPerson
  readonly numbers: Readonly<Record<SandboxCase, string>>
}

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
