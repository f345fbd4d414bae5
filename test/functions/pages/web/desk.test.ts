import { describe, expect, it } from 'vitest'
import { openCasesUrl, parseCasesRoute } from '../../../../functions/pages/web/desk/cases/link.ts'

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
