import type { Envelope } from '../../../shared/event/contract.ts'
import type { LateLookupResult } from '../../../shared/identity/contract/lookup.ts'

const names = { firstname: 'Bunch', lastname: 'Dillon' }
const check = {
  status: 'EXACT_MATCH',
  fieldMatches: { firstname: true, lastname: true, phone: true },
  matchDetails: { firstname: 'exact', lastname: 'case', phone: 'exact' },
} as const
const mismatch = {
  status: 'PARTIAL_MATCH',
  fieldMatches: { firstname: true, lastname: false },
  matchDetails: { firstname: 'exact', lastname: 'different' },
} as const
const noMatch = {
  status: 'NO_MATCH',
  fieldMatches: { firstname: false, lastname: false },
  matchDetails: { firstname: 'different', lastname: 'different' },
} as const
const verified = { state: 'complete', status: 'verified' } as const
const mismatched = { state: 'complete', status: 'id_mismatch' } as const

const nin = {
  nin: '63184876213',
  ...names,
  middlename: 'Oluwaseun',
  phone: '08000000000',
  gender: 'm',
  birthdate: '06-01-1974',
  photo: 'cGhvdG8=',
  address: '12 Allen Avenue',
  residence: { address1: '12 Allen Avenue', lga: 'Ikeja', state: 'Lagos' },
}
const partialNin = {
  nin: '63184876213',
  firstname: 'Bunch',
  lastname: '****',
  middlename: '****',
  phone: '****',
  gender: '****',
  birthdate: '****',
  photo: null,
  address: '****',
  residence: { address1: '****', lga: '****', state: '****' },
}

/** What late look-ups answer, by kind, as their schemas have them. */
export const lateAnswers = {
  nin: { id: 5, applicant: names, summary: { nin_check: check }, status: verified, nin },
  mismatch: {
    id: 5,
    applicant: names,
    summary: { nin_check: mismatch },
    status: mismatched,
    nin: partialNin,
  },
  none: { id: 5, applicant: names, summary: { nin_check: noMatch }, status: mismatched, nin: null },
  premium: {
    id: 5,
    title: 'mr',
    nin: '63184876213',
    ...names,
    middlename: 'Oluwaseun',
    phone: '08000000000',
    email: 'bunch@mail.example',
    gender: 'm',
    height: '171',
    profession: 'ACCOUNTANT',
    maritalStatus: 'single',
    employmentStatus: 'employed',
    birthdate: '06-01-1974',
    birthState: 'Lagos',
    birthCountry: 'nigeria',
    religion: '****',
    nationality: 'nigeria',
    photo: 'cGhvdG8=',
    nspokenlang: 'YORUBA',
    ospokenlang: 'ENGLISH',
    parentLastname: 'Ojo',
    lgaOfOrigin: 'Ikeja',
    stateOfOrigin: 'Lagos',
    residence: { address1: '12 Allen Avenue', lga: 'Ikeja', state: 'Lagos' },
    nextOfKin: {
      firstname: 'Folake',
      lastname: 'Dillon',
      address1: '12 Allen Avenue',
      address2: '',
      lga: 'Ikeja',
      state: 'Lagos',
      town: 'Ikeja',
    },
    summary: { nin_check: check },
    status: verified,
  },
  license: {
    id: 5,
    applicant: names,
    summary: { drivers_license_check: check },
    status: verified,
    drivers_license: {
      driversLicense: 'LAG00200AA01',
      ...names,
      birthdate: '21-09-1985',
      photo: 'cGhvdG8=',
      issued_date: '15-03-2022',
      expiry_date: '14-03-2027',
      state_of_issue: 'LAGOS',
      gender: 'm',
      message: 'Success',
    },
  },
  failed: { id: 5, status: { state: 'failed', status: 'identity_not_found' } },
} as const satisfies Record<string, LateLookupResult>

export const lateEnvelope = (identity: LateLookupResult): Envelope => ({
  event: 'identity',
  event_type: 'verification_completed',
  data: { id: 5, summary: null, customerReference: '', identity },
})
