import type { RegistryAdapter } from './adapter.ts'

/** Kenya's population register: the same record for every document. */
export const kenyanRegister = (path: string, number: string): RegistryAdapter => ({
  path,
  question: number,
  found: { Error_Occured: false },
  notFound: { Error_Occured: false, Record: null },
  record: 'Record',
  fields: {
    idNumber: number,
    firstname: 'First_Name',
    lastname: 'Surname',
    middlename: 'Other_Name',
    gender: 'Gender',
    birthdate: 'Date_of_Birth',
    address: 'Place_of_Live',
    phone: 'Phone',
    nationality: 'Citizenship',
    photo: 'Photo',
  },
})
