import type { Sandbox, SandboxCase, SandboxPerson } from '../contract/sandbox.ts'
import {
  type RegisteredPerson,
  type RegistryPort,
  type RegistryResult,
  unavailable,
  unreadable,
} from './port.ts'

const slowMs = 8000

/** One grey pixel, PNG. */
const photo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

const stranger = { firstname: 'Zainab', middlename: 'Ngozi', lastname: 'Eze' }

const registeredAs = (name: SandboxCase, person: SandboxPerson): SandboxPerson => {
  if (name === 'transposed') return { ...person, firstname: person.lastname, lastname: person.firstname }
  if (name === 'partial') return { ...person, lastname: stranger.lastname }
  if (name === 'none') return { ...person, ...stranger }
  return person
}

export const testPerson = (idNumber: string, person: SandboxPerson): RegisteredPerson => ({
  ...person,
  idNumber,
  title: person.gender === 'f' ? 'ms' : 'mr',
  email: `${person.firstname}.${person.lastname}@example.com`.toLowerCase(),
  height: '171',
  profession: 'ACCOUNTANT',
  maritalStatus: 'single',
  employmentStatus: 'employed',
  birthState: 'Lagos',
  birthCountry: 'nigeria',
  religion: '****',
  nationality: 'nigeria',
  photo,
  address: '12 Allen Avenue, Ikeja, Lagos',
  spokenLanguage: 'YORUBA',
  otherSpokenLanguage: 'ENGLISH',
  parentLastname: '****',
  lgaOfOrigin: 'Ikeja',
  stateOfOrigin: 'Lagos',
  residence: { address1: '12 Allen Avenue', lga: 'Ikeja', state: 'Lagos' },
  nextOfKin: {
    firstname: 'Folake',
    lastname: person.lastname,
    address1: '12 Allen Avenue',
    address2: '',
    lga: 'Ikeja',
    state: 'Lagos',
    town: 'Ikeja',
  },
  issuedDate: '15-03-2022',
  expiryDate: '14-03-2027',
  stateOfIssue: 'LAGOS',
})

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Undefined for an undocumented number. */
export const sandboxCaseOf = ({ numbers }: Sandbox, idNumber: string): SandboxCase | undefined => {
  const found = Object.entries(numbers).find(([, number]) => number === idNumber)
  return found?.[0] as SandboxCase | undefined
}

export const sandboxRegistry = (sandbox: Sandbox): RegistryPort => ({
  lookUp: async (idNumber, attempt): Promise<RegistryResult> => {
    const name = sandboxCaseOf(sandbox, idNumber)
    if (!name || name === 'notFound') return { kind: 'not-found' }
    if (name === 'unavailable') return unavailable('connection')
    if (name === 'lying') return unreadable('wrong-person')
    if (name === 'unreadable') return unreadable('wrong-schema')
    if (name === 'late' && attempt === 1) return unavailable('timeout')
    if (name === 'slow') await pause(slowMs)
    return { kind: 'found', person: testPerson(idNumber, registeredAs(name, sandbox.person)) }
  },
})
