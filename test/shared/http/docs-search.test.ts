import { describe, expect, it } from 'vitest'
import { type DocsEntry, indexDocs } from '../../../shared/http/docs-search.ts'

const entries: readonly DocsEntry[] = [
  ['Limits', 'Guide', '/limits', 'A client may send so many requests a minute: 429 too_many_requests.'],
  ['Signatures', 'Guide', '/signatures', 'Verify every webhook before you read it.'],
  [
    'Webhooks',
    'Guide',
    '/webhooks',
    'An endpoint receives webhooks. A webhook is signed; a webhook is repeated.',
  ],
  ['Errors', 'Guide', '/errors', 'A request that fails says why.'],
]
const search = indexDocs(entries)
const titlesFor = (query: string, limit = 5) => search(query, limit).map(({ entry: [title] }) => title)

describe('the search of the docs', () => {
  it.each([
    ['webhook', ['Webhooks', 'Signatures']],
    ['WEBHOOKS', ['Webhooks', 'Signatures']],
    ['signature of every webhook', ['Signatures', 'Webhooks']],
    ['what is in an error', ['Errors']],
    ['An', ['Webhooks']],
    ['minutes', ['Limits']],
    ['too_many', ['Limits']],
    ['signatrues', []],
    ['signatres', ['Signatures']],
    ['wh', []],
    ['nothing', []],
    ['. - ?', []],
  ])('finds for "%s" first what says most of it: %o', (query, titles) => {
    expect(titlesFor(query)).toEqual(titles)
  })

  it('shows no more than asked, and which words it found', () => {
    expect(search('webho', 1)).toEqual([{ entry: entries[2], words: ['webhooks', 'webhook'] }])
  })

  it('searches the first twelve words of a query', () => {
    const others = Array.from({ length: 11 }, (_, index) => `other${index}`)
    expect(titlesFor([...others, 'webhook'].join(' '), 1)).toEqual(['Webhooks'])
    expect(titlesFor([...others, 'another', 'webhook'].join(' '))).toEqual([])
  })
})
