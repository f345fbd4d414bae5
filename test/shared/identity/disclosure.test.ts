import { describe, expect, it } from 'vitest'
import type { ClaimedIdentity } from '../../../shared/identity/contract/claim.ts'
import { disclosePerson } from '../../../shared/identity/disclosure.ts'
import { verdictOf } from '../../../shared/identity/matching/matching.ts'
import { nin } from '../../../shared/identity/product/nin.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import { testPerson } from '../../../shared/identity/registry/sandbox-registry.ts'

const { sandbox, country } = nin
const person = testPerson('63184876213', sandbox.person)
const { firstname, lastname, middlename, phone, gender } = sandbox.person
const supplied = { firstname, lastname, middlename, phone, gender, email: person.email, dob: '1974-01-06' }

const verdictOn = (claimed: ClaimedIdentity) =>
  verdictOf(claimed, { ...person, dob: person.birthdate }, country)
const shownFor = (claimed: ClaimedIdentity) => disclosePerson(person, verdictOn(claimed))

/** The fields of a person that are shown in clear, by their paths. */
const clearIn = (shown: object, path = ''): string[] =>
  Object.entries(shown).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return clearIn(value, `${path}/${name}`)
    return value === null || value === '****' ? [] : [`${path}/${name}`]
  })

describe('a registered person', () => {
  it('is shown whole when every supplied field agrees', () => {
    expect(shownFor({ firstname, lastname })).toBe(person)
    expect(shownFor({ firstname: lastname, lastname: firstname })).toBe(person)
  })

  it('is not shown when no name agrees, whatever else does', () => {
    expect(shownFor({ firstname: 'Musa', lastname: 'Bello' })).toBeNull()
    const { middlename: _, ...others } = supplied
    expect(shownFor({ ...others, firstname: 'Musa', lastname: 'Bello' })).toBeNull()
  })

  it('is masked at a partial match but for the number and the supplied fields that agree', () => {
    const clear = (claimed: ClaimedIdentity) => clearIn(shownFor(claimed)!).sort()
    expect(clear({ firstname, lastname: 'Bello' })).toEqual(['/firstname', '/idNumber'])
    expect(clear({ ...supplied, lastname: 'Bello', gender: 'f' })).toEqual([
      '/birthdate',
      '/email',
      '/firstname',
      '/idNumber',
      '/middlename',
      '/phone',
    ])
    expect(clear({ firstname, lastname, dob: '1999-12-31' })).toEqual([
      '/firstname',
      '/idNumber',
      '/lastname',
    ])
    expect(shownFor({ firstname, lastname: 'Bello' })).toMatchObject({
      photo: null,
      address: '****',
      residence: { address1: '****', lga: '****', state: '****' },
      nextOfKin: { firstname: '****', address2: '****' },
    })
  })
})

describe.each(identityProducts)('the answer of $name', ({ answer }) => {
  const answerTo = (claimed: ClaimedIdentity) => {
    const verdict = verdictOn(claimed)
    return JSON.stringify(
      answer.toAnswer({ id: 1, claimed, person: disclosePerson(person, verdict), verdict }),
    )
  }
  const said = [
    person.idNumber,
    person.phone,
    person.birthdate,
    person.photo,
    person.address,
    person.issuedDate,
    person.lastname,
    person.nextOfKin.firstname,
    person.residence.address1,
  ]

  it('says nothing that the registry said when no name agrees', () => {
    const text = answerTo({ firstname: 'Musa', lastname: 'Bello' })
    expect(said.filter(each => text.includes(each))).toEqual([])
  })

  it('says at a partial match what agreed, and the number', () => {
    const text = answerTo({ firstname, lastname: 'Bello' })
    expect(said.filter(each => text.includes(each))).toEqual([person.idNumber])
    expect(text).toContain(firstname)
  })
})

it('somebody with one name is matched by it, and the name that they lack reads as missing', () => {
  const mononym = { ...person, lastname: '' }
  const { matchStatus, matchDetails } = verdictOf({ firstname, lastname }, mononym, country)
  expect([matchStatus, matchDetails]).toEqual(['PARTIAL_MATCH', { firstname: 'exact', lastname: 'missing' }])
})
