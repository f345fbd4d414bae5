import { expire } from '../../shared/fieldwork/ending.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

/** The workflow's last state, for what nobody decided in time. */
export const handler = (key: VerificationKey): Promise<void> => expire(key, Date.now())
