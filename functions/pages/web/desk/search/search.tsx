import { useEffect, useRef, useState } from 'preact/hooks'
import { formatCsv } from '../../../../../shared/ledger/csv.ts'
import type { FoundCase } from '../../../../../shared/work/case-search-contract.ts'
import { callApi, type RequestOf } from '../../ui/api.ts'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Heading, hashUrl, Table, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, useMutation } from '../../ui/query.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { productNames } from '../review/queue.tsx'
import { SearchForm, type SearchReason } from './form.tsx'
import { parseSearchRoute, type SearchDraft, searchUrl } from './link.ts'

type SearchBody = RequestOf<'POST /v1/operations/searches'>['body']

interface FoundList {
  readonly draft: SearchDraft
  readonly body: SearchBody
  readonly cases: readonly FoundCase[]
  readonly cursor: string | null
}

/** The last list, for whoever comes back from one of its cases: it is in no address and no storage. */
let lastList: FoundList | undefined

const pageLines = 50

const toBody = ({ field, value, from, to }: SearchDraft, { purpose, words }: SearchReason): SearchBody => ({
  field,
  purpose,
  limit: pageLines,
  ...(value !== '' && { value }),
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
  ...(words !== '' && { words }),
})

const readPage = async (list: Omit<FoundList, 'cursor'>, cursor?: string): Promise<FoundList> => {
  const body = { ...list.body, ...(cursor !== undefined && { cursor }) }
  const { data, nextCursor } = await callApi('POST /v1/operations/searches', { body })
  return { ...list, cases: [...list.cases, ...data], cursor: nextCursor }
}

const csvColumns = [
  'id',
  'product',
  'customerReference',
  'applicant',
  'phone',
  'lga',
  'status',
  'requestedAt',
  'endedAt',
  'reviewer',
] as const

const saveList = (cases: readonly FoundCase[]): void => {
  const rows = cases.map(({ lgaName, status, ...one }) => ({
    ...one,
    lga: lgaName,
    status: status.subStatus,
  }))
  saveCsv('cases.csv', formatCsv(csvColumns, rows))
}

const CaseLine = ({ found }: { found: FoundCase }) => (
  <tr>
    <th scope="row">
      <a href={hashUrl('case', found.id)}>{found.id}</a>
    </th>
    <td>{productNames[found.product]}</td>
    <td>{found.status.subStatus}</td>
    <td>
      <bdi>{found.applicant}</bdi>
    </td>
    <td>
      <bdi>{found.customerReference}</bdi>
    </td>
    <td>
      <bdi>{found.phone}</bdi>
    </td>
    <td>{found.lgaName ?? '–'}</td>
    <td>{formatDateTime(found.requestedAt)}</td>
    <td>{found.endedAt ? formatDateTime(found.endedAt) : '–'}</td>
    <td>
      <bdi>{found.reviewer ?? '–'}</bdi>
    </td>
  </tr>
)

const headings = [
  'Case',
  'Product',
  'Status',
  'Applicant',
  'Reference',
  'Phone',
  'LGA',
  'Ordered',
  'Ended',
  'Reviewer',
]

interface FoundCasesProps {
  readonly list: FoundList
  readonly onMore: () => void
  readonly isBusy: boolean
}

const FoundCases = ({ list: { cases, cursor }, onMore, isBusy }: FoundCasesProps) => (
  <section class="found" aria-labelledby="found">
    <h2 id="found">
      {cursor === null ? formatCount(cases.length, 'case') : `${cases.length} cases and more`}
    </h2>
    {cases.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
      <section class="wide" aria-label="Cases" tabIndex={0}>
        <Table caption="Cases" headings={headings}>
          {cases.map(found => (
            <CaseLine key={found.id} found={found} />
          ))}
        </Table>
      </section>
    )}
    <div class="actions">
      {cursor !== null && (
        <button type="button" class="plain" disabled={isBusy} onClick={onMore}>
          More
        </button>
      )}
      {cases.length > 0 && (
        <button type="button" class="plain" onClick={() => saveList(cases)}>
          Save these as CSV
        </button>
      )}
    </div>
  </section>
)

/** Finds cases of every organisation, decided ones too. */
export const Search = () => {
  const [, ...words] = useHashRoute()
  const route = words.join('/')
  const [draft, setDraft] = useState(() => parseSearchRoute(words))
  const [list, setList] = useState<FoundList>()
  const { isBusy, error, run } = useMutation()
  useEffect(() => {
    const isBack = lastList !== undefined && (route === '' || searchUrl(lastList.draft) === location.hash)
    setDraft(isBack ? lastList!.draft : parseSearchRoute(words))
    setList(isBack ? lastList : undefined)
  }, [route])

  const retry = useRef(() => {})
  const show = (read: () => Promise<FoundList>): void => {
    retry.current = () => show(read)
    void run(async () => {
      lastList = await read()
      setList(lastList)
    })
  }
  const search = (reason: SearchReason) => {
    // Copied from the address bar, it leads others to the same search.
    history.replaceState(null, '', searchUrl(draft))
    setList(undefined)
    show(() => readPage({ draft, body: toBody(draft, reason), cases: [] }))
  }
  return (
    <main class="search">
      <Heading isFocused={false}>Search</Heading>
      <p class="quiet">
        Every search is recorded with its purpose, and without what you search. The address of this page leads
        others to the same search, without a name, a phone number or a reference.
      </p>
      <SearchForm key={route} draft={draft} onDraft={setDraft} isBusy={isBusy} onSearch={search} />
      <ErrorNotice error={error} onRetry={() => retry.current()} />
      {list && (
        <FoundCases
          list={list}
          isBusy={isBusy}
          onMore={() => show(() => readPage(list, list.cursor ?? undefined))}
        />
      )}
    </main>
  )
}
