import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { answeredPage, applicantPage, endedPage, refusingPage } from '../../../shared/link/applicant-page.tsx'
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
    'What is checked',
    'What happens',
    'Who asks',
    'Why',
    'What is kept',
    'What you may ask for',
  ])
  expect(address).toContain('Acme. We are Sure &amp; Sound Checks Limited. We check such things')
  expect(address).toContain('The photos of the visit, where and when each was taken')
  expect(address).toContain('You may ask what is kept about you, and have it corrected or deleted.')
})

/** What stands on the page after an answer. */
const thanks = (verification: object, time?: string): string => {
  const statement = {
    consent: 'given',
    noticeVersion: '',
    saidAt: '',
    hasMoved: false,
    ...(time && { time }),
  } as const
  return renderToString(
    answeredPage({
      verification: { id: 445566778899, ...verification } as unknown as Verification,
      organisation: 'Acme',
      operator,
      appointment: undefined,
      entered: emptyForm,
      statement,
    }).main,
  )
}

it('says after an answer who comes, when, and how to know them', () => {
  const page = thanks({ product: 'address', street: '1 Road', city: 'Ikeja' }, 'after five')
  expect(page).toContain('comes to the address in the next days, at the time that you named if they can.')
  expect(page).toContain('show you who they are')
  expect(page).toContain(
    'call us before you go on: +234 1 765 4321. The number of this check is 445566778899.',
  )
  const employed = thanks({ product: 'employment', employerName: 'Zenith' })
  expect(employed).toContain('We ask the employer in the next days.')
  expect(employed).not.toContain('comes to')
  // Whoever has the link reads it, but for what the employer is asked if they end it.
  expect(page + employed.replace('we ask Zenith nothing more', '')).not.toMatch(/1 Road|Zenith|after five/)
})

const asked = (verification: object): string =>
  renderToString(
    refusingPage({ verification: verification as Verification, organisation: 'Acme' }, '/v1/applicant/token')
      .main,
  )

it('asks once more before a "no" ends the check, and says what that does', () => {
  const visit = asked({ product: 'address', street: '1 Road', city: 'Ikeja' })
  expect(visit).toContain('ends at once and for good: nobody visits or calls you. It costs you nothing.')
  expect(visit).toContain('Acme is told that you do not agree, and gets no result.')
  expect(visit).toContain('<button type="submit" name="withdraw" value="yes">I do not agree: end the check')
  expect(visit).toContain(
    '<form action="/v1/applicant/token"><button type="submit" class="quiet-button">Go back',
  )
  const call = asked({ product: 'employment', employerName: 'Zenith' })
  expect(call).toContain('nobody calls you, and we ask Zenith nothing more.')
})

it('says after a "no" what happens next and whom to call, and announces nobody', () => {
  const ended = renderToString(endedPage({ id: 445566778899, operator }).main)
  expect(ended).toContain('<h2>What happens next</h2>')
  expect(ended).toContain('If somebody comes or calls all the same, call us: +234 1 765 4321.')
  expect(ended).toContain('The number of this check is 445566778899.')
  expect(ended).not.toContain('comes to')
  const unnamed = renderToString(endedPage({ id: 445566778899, operator: null }).main)
  expect(unnamed).not.toContain('call us')
  expect(unnamed).toContain('this one stays closed. The number of this check is 445566778899.')
})
