import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Vips from 'wasm-vips'
import type { ImageLibrary } from '../../shared/evidence/image.ts'

/** Every loader is a way in for whoever writes files: these are the ones that are needed. */
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']

const silent = () => {}

/** Opens the library for one photo at a time: nothing is remembered from one to the next. */
export const openVips = async (open: typeof Vips): Promise<ImageLibrary> => {
  const vips = await open({
    dynamicLibraries: [],
    print: silent,
    printErr: silent,
    // It would say a line about every row of a broken file.
    preRun: ({ ENV }) => {
      ENV.VIPS_WARNING = '0'
    },
  })
  vips.concurrency(1)
  vips.Cache.max(0)
  vips.operationBlock('VipsForeignLoad', true)
  for (const loader of loaders) vips.operationBlock(loader, false)
  return vips
}

/** The library lies beside the code, as it was published: its threads load its file by name. */
const load = async (): Promise<ImageLibrary> => {
  const { href } = pathToFileURL(join(import.meta.dirname, 'site', 'vips-node.mjs'))
  const { default: open } = (await import(href)) as { default: typeof Vips }
  return openVips(open)
}

let loading: Promise<ImageLibrary> | undefined

/** Does something with the library of this container; after whatever is thrown, the next call has a new one. */
export const withVips = async <Result>(work: (vips: ImageLibrary) => Result): Promise<Result> => {
  loading ??= load()
  try {
    return work(await loading)
  } catch (error) {
    loading = undefined
    throw error
  }
}
