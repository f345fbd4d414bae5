import type { IdentityProduct } from './product.ts'

/** What a number of the sandbox leads to when its test person is claimed. */
export const sandboxOutcomes = {
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
export type SandboxOutcome = keyof typeof sandboxOutcomes

/** A test person. `birthdate` is DD-MM-YYYY. */
export interface SandboxPerson {
  readonly firstname: string
  readonly middlename: string
  readonly lastname: string
  readonly phone: string
  readonly gender: string
  readonly birthdate: string
}

interface SandboxRegistry {
  /** Whom to claim. */
  readonly person: SandboxPerson
  /** Which number leads to which outcome when that person is claimed. */
  readonly numbers: Readonly<Record<SandboxOutcome, string>>
}

const nin: SandboxRegistry = {
  person: {
    firstname: 'Bunch',
    middlename: 'Oluwaseun',
    lastname: 'Dillon',
    phone: '08000000000',
    gender: 'm',
    birthdate: '06-01-1974',
  },
  numbers: {
    exact: '63184876213',
    transposed: '63184876221',
    partial: '63184876222',
    none: '63184876223',
    slow: '63184876208',
    late: '63184876202',
    notFound: '63184876404',
    limited: '63184876429',
    unavailable: '63184876503',
    lying: '63184876599',
  },
}

/** The persons and numbers of the sandbox: a promise to integrators, whose tests rely on them. */
export const sandboxRegistries: Readonly<Record<IdentityProduct, SandboxRegistry>> = {
  nin,
  'nin-premium': nin,
  'driver-license': {
    person: {
      firstname: 'Tunde',
      middlename: 'Ayodele',
      lastname: 'Bakare',
      phone: '08000000001',
      gender: 'm',
      birthdate: '21-09-1985',
    },
    numbers: {
      exact: 'LAG00200AA01',
      transposed: 'LAG00221AA01',
      partial: 'LAG00222AA01',
      none: 'LAG00223AA01',
      slow: 'LAG00208AA01',
      late: 'LAG00202AA01',
      notFound: 'LAG00404AA01',
      limited: 'LAG00429AA01',
      unavailable: 'LAG00503AA01',
      lying: 'LAG00599AA01',
    },
  },
  'alien-card': {
    person: {
      firstname: 'Amina',
      middlename: 'Nasra',
      lastname: 'Warsame',
      phone: '+254700000000',
      gender: 'f',
      birthdate: '12-12-1990',
    },
    numbers: {
      exact: '880200',
      transposed: '880221',
      partial: '880222',
      none: '880223',
      slow: '880208',
      late: '880202',
      notFound: '880404',
      limited: '880429',
      unavailable: '880503',
      lying: '880599',
    },
  },
  passport: {
    person: {
      firstname: 'Wanjiru',
      middlename: 'Njeri',
      lastname: 'Kamau',
      phone: '+254700000001',
      gender: 'f',
      birthdate: '30-04-1988',
    },
    numbers: {
      exact: 'AK0000200',
      transposed: 'AK0000221',
      partial: 'AK0000222',
      none: 'AK0000223',
      slow: 'AK0000208',
      late: 'AK0000202',
      notFound: 'AK0000404',
      limited: 'AK0000429',
      unavailable: 'AK0000503',
      lying: 'AK0000599',
    },
  },
}

/** The sandbox of one product in Markdown, for its description. */
export const sandboxDescription = (product: IdentityProduct): string => {
  const { person, numbers } = sandboxRegistries[product]
  const rows = Object.entries(numbers).map(
    ([outcome, number]) => `| \`${number}\` | ${sandboxOutcomes[outcome as SandboxOutcome]} |`,
  )
  return [
    `In test mode claim ${person.firstname} ${person.lastname} (middle name ${person.middlename}, born ${person.birthdate}, phone ${person.phone}); the number decides what happens, and any other number is not found:`,
    '',
    '| number | outcome |',
    '|---|---|',
    ...rows,
  ].join('\n')
}
