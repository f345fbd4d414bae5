/** What each simulated registry answers, in the registry's own words. */

export interface RegistryReply {
  readonly name: string
  readonly path: string
  /** Where the question holds the number. */
  readonly field: string
  readonly found: (number: string) => object
  readonly notFound: object
}

/** Everybody in live mode on the laptop is this person. */
export const simulatedPerson = {
  firstname: 'Adaeze',
  middlename: 'Ifeoma',
  lastname: 'Okonkwo',
  phone: '08030000001',
  gender: 'f',
  /** DD-MM-YYYY */
  birthdate: '17-05-1990',
  photo: Buffer.from('a photo of Adaeze Okonkwo').toString('base64'),
  address: '5 Aba Road',
} as const

const { firstname, middlename, lastname, phone, gender, birthdate, photo, address } = simulatedPerson

const nin = (number: string) => ({
  status: 'found',
  data: {
    nin: number,
    title: 'mrs',
    firstname,
    surname: lastname,
    middlename,
    telephoneno: phone,
    email: 'adaeze@example.com',
    gender,
    heigth: '165',
    profession: 'TRADER',
    maritalstatus: 'married',
    employmentstatus: 'self employed',
    birthdate,
    birthstate: 'Abia',
    birthcountry: 'nigeria',
    religion: 'christianity',
    nationality: null,
    photo,
    nspokenlang: 'IGBO',
    psurname: '****',
    self_origin_lga: 'Aba North',
    self_origin_state: 'Abia',
    residence_address: address,
    residence_lga: 'Port Harcourt',
    residence_state: 'Rivers',
    nok_firstname: 'Chidi',
    nok_surname: lastname,
    nok_address1: address,
    nok_lga: 'Port Harcourt',
    nok_state: 'Rivers',
    nok_town: 'Port Harcourt',
  },
})

const license = (number: string) => ({
  found: true,
  license: {
    licenseNo: number,
    firstName: firstname,
    lastName: lastname,
    middleName: middlename,
    birthDate: '1990-05-17',
    issuedDate: '2023-02-01',
    expiryDate: '2028-01-31',
    stateOfIssue: 'RIVERS',
    gender,
    phone,
    photo,
  },
})

const kenyan = (field: string) => (number: string) => ({
  Error_Occured: false,
  Record: {
    [field]: number,
    First_Name: firstname,
    Surname: lastname,
    Other_Name: middlename,
    Gender: gender,
    Date_of_Birth: '1990-05-17',
    Place_of_Live: address,
    Phone: phone,
    Photo: photo,
  },
})

const noKenyan = { Error_Occured: false, Record: null }

export const replies: readonly RegistryReply[] = [
  { name: 'nin', path: '/nin/search', field: 'nin', found: nin, notFound: { status: 'not_found' } },
  {
    name: 'driver-license',
    path: '/licenses/query',
    field: 'licenseNo',
    found: license,
    notFound: { found: false },
  },
  {
    name: 'alien-card',
    path: '/alien-card',
    field: 'Alien_ID',
    found: kenyan('Alien_ID'),
    notFound: noKenyan,
  },
  {
    name: 'passport',
    path: '/passport',
    field: 'Passport_Number',
    found: kenyan('Passport_Number'),
    notFound: noKenyan,
  },
]
