import { type ResponseOf, callApi } from '../../ui/api.ts'

export type Attempts = ResponseOf<'GET /v1/operations/assignments/{id}/attempts'>
export type Links = ResponseOf<'GET /v1/operations/assignments/{id}/links'>

/** How an employer was tried. */
export interface Contact {
  readonly attempts: Attempts
  readonly links: Links['data']
}

export const readContact = async (id: string): Promise<Contact> => {
  const params = { id }
  const [attempts, { data: links }] = await Promise.all([
    callApi('GET /v1/operations/assignments/{id}/attempts', { params }),
    callApi('GET /v1/operations/assignments/{id}/links', { params }),
  ])
  return { attempts, links }
}

/** What is missing before an employer may be called unreachable. */
export const lackWords: Readonly<Record<NonNullable<Attempts['lacks']>, string>> = {
  attempts: 'three failed attempts, far enough apart, are needed first',
  documents: 'the applicant has to be asked for documents first',
  time: 'the applicant still has time to send documents',
}
