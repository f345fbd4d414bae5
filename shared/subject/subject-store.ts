import { subjectQueries } from '../identity/subject-kind.ts'
import { parseIdPageKey } from '../table/kind.ts'
import { queryAll } from '../table/paging.ts'
import type { Item } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'

/** Verifications and look-ups of a person, unless they were erased. @param digest of a telephone or an id number */
export const listSubjectIds = async (tenant: Tenant, digest: string): Promise<readonly number[]> =>
  (await Promise.all(subjectQueries(tenant, digest).map(query => queryAll<Item>(query))))
    .flat()
    .map(parseIdPageKey)
