import { describe, expect, it } from 'vitest'
import { locationRule } from '../../../shared/location/location-rule.ts'

const errorsOf = (body: unknown) => locationRule({ params: {}, body, nowMs: 0 } as never)
const unknown = (pointer: string, rest: string) => ({
  pointer,
  code: 'unknown_location',
  detail: `There is no such place in Nigeria's list. ${rest}`,
})

describe('the place of an order', () => {
  it('is known by its state and an LGA in it', () => {
    expect(errorsOf({ stateName: 'Lagos', lgaName: 'Surulere' })).toEqual([])
  })

  it('that is a slip of the pen is answered with the place that is meant', () => {
    expect(errorsOf({ stateName: 'Lagoss' })).toEqual([unknown('/stateName', 'Did you mean "Lagos"?')])
    expect(errorsOf({ stateName: 'Lagos', lgaName: 'Surulera' })).toEqual([
      unknown('/lgaName', 'Did you mean "Surulere"?'),
    ])
  })

  it('that may be several is answered with all of them', () => {
    expect(errorsOf({ stateName: 'Delta', lgaName: 'Warri' })).toEqual([
      unknown('/lgaName', 'Did you mean "Warri North", "Warri South" or "Warri South West"?'),
    ])
  })

  it.each([
    ['Edo', 'Benin City', '"Egor", "Ikpoba Okha" and "Oredo"'],
    ['Lagos', 'Ikoyi', '"Eti Osa"'],
  ])('that is a town is answered with its LGAs: %s, %s', (stateName, lgaName, lgas) => {
    const detail = `That is a town or district, and not an LGA: it lies in ${lgas}.`
    expect(errorsOf({ stateName, lgaName })).toEqual([
      { pointer: '/lgaName', code: 'unknown_location', detail },
    ])
  })

  it('that is like no other is answered with where all are', () => {
    const [state] = errorsOf({ stateName: 'Qqqqqqqqqqqq', lgaName: 'Surulere' })
    expect(state).toEqual(unknown('/stateName', 'See GET /v1/locations/states.'))
    const [lga] = errorsOf({ stateName: 'Lagos', lgaName: 'Qqqqqqqqqqqq' })
    expect(lga!.pointer).toBe('/lgaName')
    expect(lga!.detail).toMatch(/See GET \/v1\/locations\/states\/\d+\/lgas\.$/)
  })

  const longest = 'Q'.repeat(60)

  it.each([7, '', '  ', `${longest}Q`, undefined])('is left to the schema where it is no name: %j', name => {
    expect(errorsOf({ stateName: name, lgaName: 'Surulere' })).toEqual([])
    expect(errorsOf({ stateName: 'Lagos', lgaName: name })).toEqual([])
  })

  it('is compared up to the longest name that the schema takes', () => {
    expect(errorsOf({ stateName: longest })).toHaveLength(1)
  })
})
