import { expect, it } from 'vitest'
import { createResponseReader } from '../../../../shared/identity/registry/adapter.ts'
import { kenyanRegister, ninRegister } from '../../../../shared/identity/registry/adapters.ts'
import { readRegistryDate } from '../../../../shared/identity/registry/date.ts'

it.each([
  ['17-05-1990', '17-05-1990'],
  ['1990-05-17', '17-05-1990'],
  ['17/05/1990', '17-05-1990'],
  ['7/5/1990', '07-05-1990'],
  ['17.05.1990', '17-05-1990'],
  ['1990-05-17T00:00:00', '17-05-1990'],
  ['1990-05-17 00:00:00.0', '17-05-1990'],
  ['10/7/1981 12:00:00 AM', '07-10-1981'],
  ['', ''],
  ['N/A', ''],
  ['0000-00-00', ''],
  ['1990-05-16T23:00:00Z', undefined],
  ['31/02/1990', undefined],
  ['17/13/1990', undefined],
  ['17/05/90', undefined],
  ['May 17, 1990', undefined],
])('%j in the notation of Kenya’s register is %j', (written, read) => {
  expect(readRegistryDate(written, { withTime: 'month-first' })).toBe(read)
})

it('reads a time of day behind the notation that the register has', () => {
  expect(readRegistryDate('10/7/1981 12:00:00 AM', { withTime: 'day-first' })).toBe('10-07-1981')
})

const kenyan = (changes: object) => {
  const Record = { Alien_ID: '123456', First_Name: 'Amina', Surname: 'Warsame', ...changes }
  return createResponseReader(kenyanRegister('/alien-card', 'Alien_ID'))({ Error_Occured: false, Record })
}

it('takes the birth date of Kenya’s samples', () => {
  expect(kenyan({ Date_of_Birth: '10/7/1981 12:00:00 AM' })).toMatchObject({ birthdate: '07-10-1981' })
  expect(kenyan({ Date_of_Birth: '17/05/1990' })).toMatchObject({ birthdate: '17-05-1990' })
  expect(kenyan({ Date_of_Birth: 'N/A' })).toMatchObject({ birthdate: '' })
})

it('cannot use a record whose birth date it cannot read: nobody is charged for it', () => {
  expect(kenyan({ Date_of_Birth: '31/02/1990' })).toBeUndefined()
})

it('leaves empty what it can do without', () => {
  const odd = { Phone: 712345678, Place_of_Live: { a: 1 }, Citizenship: null, Photo: false, Gender: ['F'] }
  expect(kenyan(odd)).toMatchObject({
    firstname: 'Amina',
    phone: '712345678',
    address: '',
    gender: '',
    photo: '',
  })
  const data = { nin: '63184876213', firstname: 'Bunch', surname: 'Dillon', profession: 'x'.repeat(2001) }
  expect(createResponseReader(ninRegister.registry.adapter)({ status: 'found', data })).toMatchObject({
    firstname: 'Bunch',
    profession: '',
  })
})
