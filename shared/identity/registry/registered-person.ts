/** What a registry knows of a person, in one form for all registries. Text that a registry lacks is empty. */
export interface RegisteredPerson {
  readonly idNumber: string
  readonly title: string
  readonly firstname: string
  readonly lastname: string
  readonly middlename: string
  readonly phone: string
  readonly email: string
  readonly gender: string
  readonly height: string
  readonly profession: string
  readonly maritalStatus: string
  readonly employmentStatus: string
  /** DD-MM-YYYY */
  readonly birthdate: string
  readonly birthState: string
  readonly birthCountry: string
  readonly religion: string
  readonly nationality: string
  /** Base64 */
  readonly photo: string
  readonly address: string
  readonly spokenLanguage: string
  readonly otherSpokenLanguage: string
  readonly parentLastname: string
  readonly lgaOfOrigin: string
  readonly stateOfOrigin: string
  readonly residence: { readonly address1: string; readonly lga: string; readonly state: string }
  readonly nextOfKin: {
    readonly firstname: string
    readonly lastname: string
    readonly address1: string
    readonly address2: string
    readonly lga: string
    readonly state: string
    readonly town: string
  }
  /** DD-MM-YYYY */
  readonly issuedDate: string
  readonly expiryDate: string
  readonly stateOfIssue: string
}

/** A person of whom nothing is known: where adapters start. */
export const unknownPerson: RegisteredPerson = {
  idNumber: '',
  title: '',
  firstname: '',
  lastname: '',
  middlename: '',
  phone: '',
  email: '',
  gender: '',
  height: '',
  profession: '',
  maritalStatus: '',
  employmentStatus: '',
  birthdate: '',
  birthState: '',
  birthCountry: '',
  religion: '',
  nationality: '',
  photo: '',
  address: '',
  spokenLanguage: '',
  otherSpokenLanguage: '',
  parentLastname: '',
  lgaOfOrigin: '',
  stateOfOrigin: '',
  residence: { address1: '', lga: '', state: '' },
  nextOfKin: { firstname: '', lastname: '', address1: '', address2: '', lga: '', state: '', town: '' },
  issuedDate: '',
  expiryDate: '',
  stateOfIssue: '',
}
