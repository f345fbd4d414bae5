import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { applicantPage } from '../../../shared/link/applicant-page.tsx'
import type { Verification } from '../../../shared/verification/verification.ts'
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
    renderToString(applicantPage(verification as unknown as Verification, word, { typed, wrong }).main),
  )
}

it.each(strangersTexts)('shows %j as text, wherever it stands', text => {
  expect(pages(text).flatMap(tagsOf)).toEqual(pages('calm').flatMap(tagsOf))
})

it('has its words in one place: the page of an address says who asks, what, why, what happens and what is kept', () => {
  const [address] = pages('Acme')
  const heads = [...address!.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, head]) => head)
  expect(heads).toEqual(['Who asks', 'What is checked', 'Why', 'What happens', 'What is kept'])
})
