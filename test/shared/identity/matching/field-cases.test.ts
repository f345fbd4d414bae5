import { describe, expect, it, test } from 'vitest'
import { verdictOf } from '../../../../shared/identity/matching/matching.ts'
import { titles, withoutTitles } from '../../../../shared/identity/matching/titles.ts'
import { nigeria } from '../../../../shared/identity/product/country.ts'

const namesOf = (text: string) => {
  const [firstname = '', lastname = '', middlename] = text.split('|').map(part => part.trim())
  return { firstname, lastname, ...(middlename && { middlename }) }
}
const verdict = (supplied: string, registered: object | string) =>
  verdictOf(namesOf(supplied), typeof registered === 'string' ? namesOf(registered) : registered, nigeria)

describe('a title', () => {
  it.each(titles)('%s is ignored at either end and on either side', title => {
    const word = title.toUpperCase()
    for (const name of [
      `${title} Bunch`,
      `${word}. Bunch`,
      `(${title}) Bunch`,
      `Bunch (${word})`,
      `Bunch, ${title}`,
    ]) {
      expect([name, verdict(`${name} | Dillon`, 'Bunch | Dillon').matchStatus]).toEqual([name, 'EXACT_MATCH'])
      expect([name, verdict('Bunch | Dillon', `${name} | Dillon`).matchStatus]).toEqual([name, 'EXACT_MATCH'])
      expect([name, verdict(`Bunch | Dillon ${title}`, 'Bunch | Dillon').matchStatus]).toEqual([
        name,
        'EXACT_MATCH',
      ])
    }
  })

  it.each([
    ['Chief (Dr.) Bunch', 'Bunch'],
    ['Alhaji Chief Engr. Bunch', 'Bunch'],
    ['Mr/Mrs Bunch', 'Bunch'],
    ['Dr.Bunch', 'Bunch'],
    ['Rev. Dr Bunch Oluwaseun, Esq.', 'Bunch Oluwaseun'],
    ['Chief', 'Chief'],
    ['Pastor Chief', 'Pastor Chief'],
    ['Chiefson Bunch', 'Chiefson Bunch'],
    ['Ada Chief Bunch', 'Ada Chief Bunch'],
    ['Prince Bunch', 'Prince Bunch'],
    ['J.P. Bunch', 'J.P. Bunch'],
    ['', ''],
  ])('of %j leaves %j', (name, left) => {
    expect(withoutTitles(name)).toBe(left)
    expect(withoutTitles(left)).toBe(left)
  })

  it.each([
    ['Drew Bunch | Dillon', 'Bunch | Dillon', 'id_mismatch'],
    ['Chiefson Bunch | Dillon', 'Bunch | Dillon', 'id_mismatch'],
    ['Chief | Dillon', 'Chief | Dillon', 'verified'],
    ['Chief | Dillon', 'Bunch | Dillon', 'id_mismatch'],
    ['Chief | Dillon', 'Chief Bunch | Dillon', 'verified'],
    ['Prince Bunch | Dillon', 'Bunch | Dillon', 'id_mismatch'],
    ['Bunch | Dillon', 'MRS BUNCH (MRS) | DILLON', 'verified'],
    ['Alhaja Dillon | Bunch', 'Bunch | Dillon', 'verified'],
  ])('makes %s against %s %s', (supplied, registered, status) => {
    expect(verdict(supplied, registered).status).toBe(status)
  })
})

describe('the same names', () => {
  const orders = <One>(all: readonly One[]): One[][] =>
    all.length === 0
      ? [[]]
      : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map(rest => [one, ...rest]))

  it('are found in every arrangement over first and last name, and with a middle name', () => {
    for (const [one, two, three] of orders(['Bunch', 'Oluwaseun', 'Dillon']))
      for (const supplied of [
        `${one} ${two} | ${three}`,
        `${one} | ${two} ${three}`,
        `${one} | ${two} | ${three}`,
      ]) {
        const { status, matchStatus } = verdict(supplied, 'Bunch | Dillon | Oluwaseun')
        expect([supplied, status, matchStatus.replace(/^EXACT|TRANSPOSED/, '')]).toEqual([
          supplied,
          'verified',
          '_MATCH',
        ])
      }
  })

  test.each([
    ['Bunch Oluwaseun | Dillon', 'EXACT_MATCH'],
    ['Bunch | Oluwaseun Dillon', 'EXACT_MATCH'],
    ['Dillon | Bunch Oluwaseun', 'TRANSPOSED_MATCH'],
    ['Dillon | Bunch | Oluwaseun', 'TRANSPOSED_MATCH'],
    ['Dillon | Oluwaseun Bunch', 'TRANSPOSED_MATCH'],
    ['Dillon Oluwaseun | Bunch', 'TRANSPOSED_MATCH'],
    ['Oluwaseun Dillon | Bunch', 'TRANSPOSED_MATCH'],
    ['Oluwaseun | Bunch Dillon', 'TRANSPOSED_MATCH'],
    ['Dillon O. | Bunch', 'TRANSPOSED_MATCH'],
    ['DILLON | olúwaseun bunch', 'TRANSPOSED_MATCH'],
    ['Dillon | Bunch | Bunch', 'PARTIAL_MATCH'],
    ['Dillon | Ngozi Bunch', 'NO_MATCH'],
    ['Dillon Ngozi | Bunch Oluwaseun', 'NO_MATCH'],
    ['Dillon | Bunch | Ngozi', 'PARTIAL_MATCH'],
    ['Dillon Bunch Bunch | Oluwaseun', 'NO_MATCH'],
    ['Oluwaseun | Dillon', 'PARTIAL_MATCH'],
    ['D. Oluwaseun | Bunch', 'NO_MATCH'],
  ])('%s, registered as Bunch | Dillon | Oluwaseun, is %s', (supplied, matchStatus) => {
    expect(verdict(supplied, 'Bunch | Dillon | Oluwaseun').matchStatus).toBe(matchStatus)
  })
})

describe('a person with one name', () => {
  const exact = { firstname: 'exact', lastname: 'exact' }

  it.each([
    { firstname: 'Adaeze', lastname: '' },
    { firstname: 'Adaeze', lastname: null },
    { firstname: '', lastname: 'Adaeze' },
    { firstname: 'Adaeze', lastname: '.' },
    { firstname: 'Adaeze', lastname: 'Adaeze' },
    { firstname: 'Adaeze', lastname: '', middlename: '' },
  ])('is found by that name as first and last name: %o', registered => {
    const { matchStatus, status, matchDetails } = verdict('Adaeze | Adaeze', registered)
    expect({ matchStatus, status, matchDetails }).toEqual({
      matchStatus: 'EXACT_MATCH',
      status: 'verified',
      matchDetails: exact,
    })
  })

  it.each([
    ['Mrs Adaeze | Adaeze', { firstname: 'ADAEZE', lastname: '' }, 'verified'],
    ['Adaeze | Ngozi', { firstname: 'Adaeze', lastname: '' }, 'id_mismatch'],
    ['Ngozi | Ngozi', { firstname: 'Adaeze', lastname: '' }, 'id_mismatch'],
    ['Adaeze | Adaeze', { firstname: 'Adaeze', lastname: 'Okonkwo' }, 'id_mismatch'],
    ['Adaeze | Adaeze', { firstname: 'Adaeze', lastname: 'Ok***' }, 'id_mismatch'],
    ['Adaeze | Adaeze', { firstname: 'Adaeze', lastname: '', middlename: 'Ngozi' }, 'id_mismatch'],
    ['Adaeze | Adaeze', { firstname: 'Adaeze Ngozi', lastname: '' }, 'id_mismatch'],
    ['Adaeze | Adaeze | Ngozi', { firstname: 'Adaeze', lastname: '' }, 'id_mismatch'],
    ['Adaeze | Adaeze', {}, 'id_mismatch'],
  ])('%s against %o is %s', (supplied, registered, status) => {
    expect(verdict(supplied, registered).status).toBe(status)
  })
})
