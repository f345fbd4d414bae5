import { describe, expect, it } from 'vitest'
import { openCasesUrl, parseCasesRoute } from '../../../../functions/pages/web/desk/cases/link.ts'
import { describeWayTo } from '../../../../functions/pages/web/work/visit/about.ts'
import type { WorkItem } from '../../../../shared/work/contract.ts'

describe('the address of a list of cases', () => {
  const wordsOf = (url: string) => url.replace('#/', '').split('/').slice(1)

  it.each([
    [{}, '#/cases'],
    [{ state: 'open', due: 'late' }, '#/cases/state.open/due.late'],
    [{ due: 'dueSoon', lgaId: '0' }, '#/cases/due.dueSoon/lgaId.0'],
    [{ agent: 'a/b.c d#1' }, '#/cases/agent.a%2Fb.c%20d%231'],
  ] as const)('of %j leads back to it', (filter, url) => {
    expect(openCasesUrl(filter)).toBe(url)
    expect(parseCasesRoute(wordsOf(url))).toEqual(filter)
  })

  it('passes on what it does not know to nobody, and leaves values to the API', () => {
    expect(parseCasesRoute(['name.Ngozi', 'due.never', 'agent.%E0%A4', '__proto__.x'])).toEqual({
      due: 'never',
      agent: '',
    })
  })
})

describe('the way to an address', () => {
  const here = { latitude: 6.6, longitude: 3.35 }
  const wayTo = (precision: string) =>
    describeWayTo({ place: { ...here, latitude: 6.61, lgaName: 'Ikeja', precision } } as WorkItem, here)

  it('says how its position is known, and names an area alone where it is not', () => {
    expect(wayTo('stated')).toBe('about 1.1 km from here, position as stated')
    expect(wayTo('confirmed')).toBe('about 1.1 km from here, position confirmed on a map')
    expect(['lga_centre', 'state_centre'].map(each => wayTo(each))).toEqual(
      Array(2).fill('somewhere in Ikeja'),
    )
    expect(describeWayTo({ place: null } as WorkItem, here)).toBeUndefined()
  })

  it('says it, too, where the device does not know where it is', () => {
    const place = { ...here, lgaName: 'Ikeja', precision: 'stated' }
    expect(describeWayTo({ place } as WorkItem, undefined)).toBe('position as stated')
  })
})
