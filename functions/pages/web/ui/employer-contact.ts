import { callApi, type ResponseOf } from './api.ts'

/** How an employer was tried: attempts, and links that were sent. */
export interface EmployerContact {
  readonly attempts: ResponseOf<'GET /v1/operations/assignments/{id}/attempts'>
  readonly links: ResponseOf<'GET /v1/operations/assignments/{id}/links'>['data']
}

export const readEmployerContact = async (id: string): Promise<EmployerContact> => {
  const params = { id }
  const [attempts, { data: links }] = await Promise.all([
    callApi('GET /v1/operations/assignments/{id}/attempts', { params }),
    callApi('GET /v1/operations/assignments/{id}/links', { params }),
  ])
  return { attempts, links }
}
