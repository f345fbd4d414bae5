import { useEffect, useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import type { OpenCase } from '../../../../../shared/overview/contract.ts'
import { callApi } from '../../ui/api.ts'
import { formatDue } from '../../ui/format.ts'
import { Heading, hashUrl, Loading, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, useMutation, useQuery } from '../../ui/query.tsx'
import { type CaseColumn, CaseList, maskedColumns, productColumn } from './case-list.tsx'
import { type CaseFilter, caseUrl, parseCasesRoute } from './link.ts'
import { dueTexts, latenessTexts, workStateTexts } from './texts.ts'

const pageLines = 50

const columns: readonly CaseColumn<OpenCase>[] = [
  productColumn,
  {
    title: 'State',
    name: 'state',
    read: ({ state }) => state,
    show: state => workStateTexts[state as OpenCase['state']],
  },
  { title: 'Due', name: 'dueAt', read: ({ dueAt }) => dueAt, show: at => formatDue(at, Date.now()) },
  { title: 'Agent', name: 'agent', read: ({ agent }) => agent },
  ...maskedColumns,
]

interface OpenCaseList {
  readonly cases: readonly OpenCase[]
  readonly cursor: string | null
}

const readPage = async (filter: CaseFilter, before?: OpenCaseList): Promise<OpenCaseList> => {
  const cursor = before?.cursor ?? undefined
  const { data, nextCursor } = await callApi('GET /v1/operations/cases', {
    query: { ...filter, limit: `${pageLines}`, ...(cursor !== undefined && { cursor }) },
  })
  return { cases: [...(before?.cases ?? []), ...data], cursor: nextCursor }
}

/** The name of the LGA or state that a filter names by its id; nothing until it was read. */
const usePlaceName = ({ lgaId, stateId }: CaseFilter): string | undefined => {
  const isLga = lgaId !== undefined && lgaId !== '0'
  const ofState = isLga ? `${Math.trunc(Number(lgaId) / 100)}` : stateId
  const read = async () => {
    if (!isLga) return (await callApi('GET /v1/locations/states', {})).data
    return (await callApi('GET /v1/locations/states/{stateId}/lgas', { params: { stateId: ofState! } })).data
  }
  const { value } = useQuery<readonly { readonly id: number; readonly name: string }[]>(
    read,
    ofState === undefined ? undefined : `${ofState} ${isLga}`,
  )
  if (lgaId === '0') return 'from a desk'
  const wanted = isLga ? lgaId : stateId
  const name = value?.find(({ id }) => `${id}` === wanted)?.name
  return name && `in ${name}`
}

const textIn = (texts: Readonly<Record<string, string>>, name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined

/** Says of which number the list is. */
const useTitle = (filter: CaseFilter): string => {
  const { list, state, due, lateBy, agent } = filter
  const late = textIn(latenessTexts, lateBy)
  const parts = [
    textIn(workStateTexts, state),
    textIn(dueTexts, due),
    late && `late, ${late}`,
    agent && `agent ${agent}`,
    usePlaceName(filter),
  ].filter(part => part !== undefined && part !== '')
  const what = list === 'backChecks' ? 'Second visits' : 'Open cases'
  return parts.length === 0 ? what : `${what}: ${parts.join(', ')}`
}

interface OpenCasesProps {
  readonly filter: CaseFilter
  readonly isReviewer: boolean
}

const OpenCases = ({ filter, isReviewer }: OpenCasesProps) => {
  const [list, setList] = useState<OpenCaseList>()
  const { isBusy, error, run } = useMutation()
  const read = (before?: OpenCaseList) => run(async () => setList(await readPage(filter, before)))
  useEffect(() => void read(), [])
  const urlOf = ({ id, organisationId, verificationId, state, isBackCheck }: OpenCase): string =>
    isReviewer && !isBackCheck && (state === 'reported' || state === 'staged')
      ? hashUrl('review', id)
      : caseUrl(`${organisationId}-${verificationId}`)
  return (
    <>
      <ErrorNotice error={error} onRetry={() => read(list)} />
      {!list && error === undefined && <Loading />}
      {list && (
        <CaseList {...list} columns={columns} urlOf={urlOf} isBusy={isBusy} onMore={() => read(list)} />
      )}
    </>
  )
}

/** The open cases of one number of the overview, due first. */
export const Cases = ({ session: { roles } }: { session: Session }) => {
  const [, ...words] = useHashRoute()
  const filter = parseCasesRoute(words)
  const title = useTitle(filter)
  return (
    <main class="search">
      {roles.includes('operator') && (
        <p class="up">
          <a href={hashUrl('overview')}>Overview</a>
        </p>
      )}
      <Heading>{title}</Heading>
      <p class="quiet">Due first. The address of this page leads others to the same list, as it is then.</p>
      <OpenCases key={words.join('/')} filter={filter} isReviewer={roles.includes('reviewer')} />
    </main>
  )
}
