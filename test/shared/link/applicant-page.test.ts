import { expect, it } from 'vitest'
import { type ApplicantMatter, applicantPage } from '../../../shared/link/applicant-page.ts'
import type { Verification } from '../../../shared/verification/verification.ts'
import { markup } from '../../hostile/markup.ts'
import { texts } from '../../hostile/values.ts'

const applicant = (firstname: string) => ({ firstname })

/** Every kind of matter with this word wherever somebody else's stands. */
const matters = (word: string): ApplicantMatter[] => {
  const address = { product: 'address', applicant: applicant(word), street: word, city: word }
  const business = { ...address, product: 'business-address', business: { businessName: word } }
  const employment = { product: 'employment', applicant: applicant(word), employerName: word }
  const names = ['time', 'phone', 'place', 'position', 'newAddress'] as const
  return [address, business, employment].map(verification => ({
    verification: verification as unknown as Verification,
    organisation: word,
    sent: Object.fromEntries(names.map(name => [name, word])),
    bad: [...names, 'consent', 'moved'],
  }))
}

const shapeOf = (text: string): string[] =>
  matters(text).flatMap(matter =>
    [...(applicantPage(matter).main.html.match(/<[^>]*/g) ?? [])].map(tag =>
      tag.replace(/ value="[^"]*"/g, ''),
    ),
  )

it.each([...markup, ...texts.map(text => JSON.parse(text) as string)])(
  'shows %j as text, wherever it stands',
  text => {
    expect(shapeOf(text)).toEqual(shapeOf('calm'))
  },
)

it('has its words in one place: the page of an address says who asks, what, why, what happens and what is kept', () => {
  const [address] = matters('Acme')
  const heads = [...applicantPage(address!).main.html.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, head]) => head)
  expect(heads).toEqual(['Who asks', 'What is checked', 'Why', 'What happens', 'What is kept'])
})
