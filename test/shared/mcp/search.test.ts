import { expect, it } from 'vitest'
import { searchSections } from '../../../shared/mcp/search.ts'

const section = (title: string, text: string) => ({ title, url: `/${title}`, text })
const sections = [
  section('Limits', 'A client may send so many requests a minute.'),
  section('Signatures', 'Verify every webhook before you read it.'),
  section('Webhooks', 'An endpoint receives webhooks. A webhook is signed; a webhook is repeated.'),
  section('Errors', 'A request that fails says why.'),
]
const titlesFor = (query: string, limit = 5) =>
  searchSections(sections, query, limit).map(({ title }) => title)

it.each([
  ['webhook', ['Webhooks', 'Signatures']],
  ['WEBHOOKS', ['Webhooks', 'Signatures']],
  ['signature of a webhook', ['Signatures', 'Webhooks']],
  ['minutes', ['Limits']],
  ['error request', ['Errors', 'Limits']],
  ['nothing', []],
  ['. - ?', []],
])('finds for "%s" first what says most of it: %o', (query, titles) => {
  expect(titlesFor(query)).toEqual(titles)
})

it('shows no more than asked', () => {
  expect(titlesFor('webhook', 1)).toEqual(['Webhooks'])
})

it('searches the first twelve words of a query', () => {
  const others = Array.from({ length: 11 }, (_, index) => `other${index}`)
  expect(titlesFor([...others, 'webhook'].join(' '), 1)).toEqual(['Webhooks'])
  expect(titlesFor([...others, 'another', 'webhook'].join(' '))).toEqual([])
})
