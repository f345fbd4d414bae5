import { useEffect, useRef, useState } from 'preact/hooks'
import type { FoundCase } from '../../../../../shared/case/search/contract.ts'
import { callApi, type RequestOf } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Heading, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, useMutation } from '../../ui/query.tsx'
import { type CaseColumn, CaseList, maskedColumns, productColumn } from '../cases/case-list.tsx'
import { caseUrl } from '../cases/link.ts'
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

const columns: readonly CaseColumn<FoundCase>[] = [
  productColumn,
  { title: 'Status', name: 'status', read: ({ status }) => status.subStatus },
  ...maskedColumns,
  { title: 'Ended', name: 'endedAt', read: ({ endedAt }) => endedAt, show: formatDateTime },
  { title: 'Reviewer', name: 'reviewer', read: ({ reviewer }) => reviewer },
]

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
        <CaseList
          {...list}
          columns={columns}
          urlOf={({ id }) => caseUrl(id)}
          isBusy={isBusy}
          onMore={() => show(() => readPage(list, list.cursor ?? undefined))}
        />
      )}
    </main>
  )
}
