import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ConclusionInput } from '../../../shared/identity/conclusion.ts'
import { LateLookupResult } from '../../../shared/identity/contract/lookup.ts'
import { disclosePerson } from '../../../shared/identity/disclosure.ts'
import { verdictOf } from '../../../shared/identity/matching/matching.ts'
import { nigeria } from '../../../shared/identity/product/country.ts'
import { toLicenseResponse } from '../../../shared/identity/product/driver-license.ts'
import { toPremiumResponse } from '../../../shared/identity/product/nin-premium.ts'
import { NinResponse, toNinResponse } from '../../../shared/identity/product/nin-response.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import { unknownPerson } from '../../../shared/identity/registry/port.ts'

const person = {
  ...unknownPerson,
  idNumber: '63184876213',
  firstname: 'Bunch',
  lastname: 'Dillon',
  birthdate: '06-01-1974',
  photo: 'cGhvdG8=',
}
const claims = [
  { firstname: 'Bunch', lastname: 'Dillon' },
  { firstname: 'Dillon', lastname: 'Bunch' },
  { firstname: 'Bunch', lastname: 'Other' },
  { firstname: 'Nobody', lastname: 'Other' },
  { firstname: 'Bunch', lastname: 'Dillon', dob: '1999-01-01' },
]
const foundFor = (claimed: (typeof claims)[number]): ConclusionInput => {
  const verdict = verdictOf(claimed, { ...person, dob: person.birthdate }, nigeria)
  return { id: 1, claimed, person: disclosePerson(person, verdict), verdict }
}

describe('the answer of a look-up', () => {
  it.each(claims)('of %o has the declared fields, in the declared order, and no others', claimed => {
    for (const { answer } of identityProducts) {
      const answered = answer.toAnswer(foundFor(claimed))
      for (const schema of [answer.schema, LateLookupResult])
        expect(JSON.stringify(z.parse<z.ZodMiniType>(schema, answered))).toBe(JSON.stringify(answered))
    }
  })

  it('says verified for an exact or transposed match, and for nothing else', () => {
    const words = claims.map(claimed => {
      const { summary, status } = toNinResponse(foundFor(claimed))
      return [summary.nin_check.status, status.status]
    })
    expect(words).toEqual([
      ['EXACT_MATCH', 'verified'],
      ['TRANSPOSED_MATCH', 'verified'],
      ['PARTIAL_MATCH', 'id_mismatch'],
      ['NO_MATCH', 'id_mismatch'],
      ['PARTIAL_MATCH', 'id_mismatch'],
    ])
  })

  it('cannot say verified beside a partial match: neither the types nor the schema have it', () => {
    const exact = toNinResponse(foundFor(claims[0]!))
    const partial = toNinResponse(foundFor(claims[2]!))
    // @ts-expect-error: a mismatch's check stands beside id_mismatch only
    const forged: NinResponse = { ...exact, summary: partial.summary }
    expect(z.safeParse(NinResponse, forged).success).toBe(false)
    const { fieldMatches } = partial.summary.nin_check
    const disagreeing = { ...exact, summary: { nin_check: { ...exact.summary.nin_check, fieldMatches } } }
    expect(z.safeParse(NinResponse, disagreeing).success).toBe(false)
  })

  it('cannot show more than its verdict discloses: the schema does not have it', () => {
    const whole = foundFor(claims[0]!).person
    for (const { answer } of identityProducts)
      for (const claimed of [claims[2]!, claims[3]!])
        expect(() => answer.toAnswer({ ...foundFor(claimed), person: whole })).toThrow(z.core.$ZodError)
  })

  it('of NIN premium is flat, in the interface’s order, with summary and status after nextOfKin', () => {
    const answer = toPremiumResponse(foundFor(claims[0]!))
    expect(Object.keys(answer)).toEqual(
      (
        'id title nin firstname lastname middlename phone email gender height profession maritalStatus ' +
        'employmentStatus birthdate birthState birthCountry religion nationality photo nspokenlang ospokenlang ' +
        'parentLastname lgaOfOrigin stateOfOrigin residence nextOfKin summary status'
      ).split(' '),
    )
  })

  it('of NIN has exactly the interface’s fields, and the residence', () => {
    const answer = toNinResponse(foundFor(claims[0]!))
    expect(Object.keys(answer)).toEqual(['id', 'applicant', 'summary', 'status', 'nin'])
    expect(Object.keys(answer.nin!)).toEqual(
      'nin firstname lastname middlename phone gender birthdate photo address residence'.split(' '),
    )
    const license = toLicenseResponse(foundFor(claims[0]!))
    expect(Object.keys(license.drivers_license!)).toEqual(
      'driversLicense firstname lastname birthdate photo issued_date expiry_date state_of_issue gender message'.split(
        ' ',
      ),
    )
  })
})
