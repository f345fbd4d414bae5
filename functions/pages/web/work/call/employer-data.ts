import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ResponseOf, callApi, errorMessage } from '../../ui/api.ts'
import { useSyncStatus } from '../queue/sync.ts'

export type Attempts = ResponseOf<'GET /v1/operations/assignments/{id}/attempts'>
export type Links = ResponseOf<'GET /v1/operations/assignments/{id}/links'>['data']

/** What the office knows of a call: what was tried, and what was sent. */
export interface Known {
  readonly attempts: Attempts
  readonly links: Links
}

export interface EmployerData {
  /** Undefined until it was read. */
  readonly known: Known | undefined
  /** Why it could not be read; empty where it could. */
  readonly problem: string
  readonly isOffline: boolean
  readonly lookAgain: () => void
}

const read = async (id: string): Promise<Known> => {
  const params = { id }
  const [attempts, links] = await Promise.all([
    callApi('GET /v1/operations/assignments/{id}/attempts', { params }),
    callApi('GET /v1/operations/assignments/{id}/links', { params }),
  ])
  return { attempts, links: links.data }
}

/** Whether the telephone says so itself, or nothing came back the last time. */
const useOffline = (): boolean => {
  const contact = useSyncStatus()
  const [isCut, setCut] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => setCut(!navigator.onLine)
    const names = ['online', 'offline'] as const
    for (const name of names) addEventListener(name, look)
    return () => {
      for (const name of names) removeEventListener(name, look)
    }
  }, [])
  return isCut || contact === 'unreachable'
}

/** Reads it when the call is opened, after whatever was sent, and once a connection is back. */
export const useEmployerData = (id: string): EmployerData => {
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState('')
  const isOffline = useOffline()
  const lookAgain = useCallback(() => {
    read(id).then(
      found => {
        setKnown(found)
        setProblem('')
      },
      error => setProblem(errorMessage(error)),
    )
  }, [id])
  useEffect(() => {
    if (!isOffline) lookAgain()
  }, [isOffline, lookAgain])
  return { known, problem, isOffline, lookAgain }
}
