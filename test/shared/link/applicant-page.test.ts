import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { answeredPage, applicantPage } from '../../../shared/link/applicant-page.tsx'
import { emptyForm } from '../../../shared/link/form.ts'
import type { Verification } from '../../../shared/verification/verification.ts'
import { operator } from '../../support/reports.ts'
import { strangersTexts, tagsOf } from '../../support/strangers.ts'

/** The page of every kind of matter with this word wherever somebody else's stands. */
const pages = (word: string): string[] => {
  const address = { product: 'address', applicant: { firstname: word }, street: word, city: word }
  const business = { ...address, product: 'business-address', business: { businessName: word } }
  const employment = { product: 'employment', applicant: { firstname: word }, employerName: word }
  const names = ['time', 'phone', 'place', 'position', 'newAddress']
  const typed = Object.fromEntries(names.map(name => [name, word]))
  const wrong = Object.fromEntries([...names, 'consent', 'moved'].map(name => [name, 'Wrong.']))
  return [address, business, employment].map(verification =>
    renderToString(
      applicantPage(
        verification as unknown as Verification,
        { organisation: word, operator, appointment: word },
        { typed, wrong },
      ).main,
    ),
  )
}

it.each(strangersTexts)('shows %j as text, wherever it stands', text => {
  expect(pages(text).flatMap(tagsOf)).toEqual(pages('calm').flatMap(tagsOf))
})

it('has its words in one place: the page of an address says who asks, what, why, what happens and what is kept', () => {
  const [address] = pages('Acme')
  const heads = [...address!.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, head]) => head)
  expect(heads).toEqual([
    'Who asks',
    'What is checked',
    'Why',
    'What happens',
    'What is kept',
    'What you may ask for',
  ])
  expect(address).toContain('Acme. We are Sure &amp; Sound Checks Limited. We check such things')
  expect(address).toContain('The photos of the visit, where and when each was taken')
  expect(address).toContain('You may ask what is kept about you, and have it corrected or deleted.')
})

/** What stands on the page after an answer. */
const thanks = (verification: object, consent: 'given' | 'refused', time?: string): string => {
  const statement = { consent, noticeVersion: '', saidAt: '', hasMoved: false, ...(time && { time }) }
  return renderToString(
    answeredPage({
      verification: { id: 445566778899, ...verification } as unknown as Verification,
      organisation: 'Acme',
      operator,
      appointment: undefined,
      entered: emptyForm,
      statement,
      hasConsented: consent === 'given',
    }).main,
  )
}

it('says after an answer who comes, when, and how to know them', () => {
  const page = thanks({ product: 'address', street: '1 Road', city: 'Ikeja' }, 'given', 'after five')
  expect(page).toContain('comes to the address in the next days, at the time that you named if they can.')
  expect(page).toContain('show you who they are')
  expect(page).toContain(
    'call us before you go on: +234 1 765 4321. The number of this check is 445566778899.',
  )
  const employed = thanks({ product: 'employment', employerName: 'Zenith' }, 'given')
  expect(employed).toContain('We ask the employer in the next days.')
  expect(employed).not.toContain('comes to')
  // Whoever has the link reads it.
  expect(page + employed).not.toMatch(/1 Road|Zenith|after five/)
})

it('announces nobody to an applicant who did not agree', () => {
  expect(thanks({ product: 'address', street: '1 Road', city: 'Ikeja' }, 'refused')).not.toMatch(
    /What happens next|comes to/,
  )
})
