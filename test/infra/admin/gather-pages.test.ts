import { expect, it } from 'vitest'
import { gatherPages } from '../../../infra/admin/gather-pages.ts'

it('reads a list page by page, and says after each but the first how far it is', async () => {
  const asked: object[] = []
  const said: string[] = []
  const pages = [{ lines: [1, 2], next: 'b' }, { lines: [], next: { list: 3 } }, { lines: [3] }]
  const ask = async (after: object) => {
    asked.push(after)
    return pages[asked.length - 1]!
  }
  expect(await gatherPages('lines', ask, text => said.push(text))).toEqual({ lines: [1, 2, 3] })
  expect(asked).toEqual([{}, { after: 'b' }, { after: { list: 3 } }])
  expect(said).toEqual(['2 pages read, 2 lines so far'])
})

it('says nothing of a list of one page', async () => {
  const said: string[] = []
  const ask = async () => ({ stuck: [] })
  expect(await gatherPages('stuck', ask, text => said.push(text))).toEqual({ stuck: [] })
  expect(said).toEqual([])
})
