import type { Logger } from "lib/telemetry/log.ts";
import { REGULATIONS } from "lib/regulations.ts";
import type { LoadedFramework } from "./framework.ts";
import { type FileFault, readFrameworks } from "./framework_files.ts";

/** The frameworks in use. */
export interface Catalogue {
  list(): LoadedFramework[];
  find(id: string): LoadedFramework | undefined;
  faults(): FileFault[];
  /** Reads the files again; when none can be read the old ones stay. */
  reload(): Promise<void>;
}

/** Opens the built-in frameworks and those of `folder`; files with faults are logged and left out. */
export async function openCatalogue({ folder, log }: { folder?: string; log: Logger }): Promise<Catalogue> {
  const folders = [REGULATIONS, ...folder ? [folder] : []];
  let current: LoadedFramework[] = [];
  let faults: FileFault[] = [];
  const read = async () => {
    const loaded = await readFrameworks(folders);
    for (const fault of loaded.faults) log.warn("a framework file was left out", { ...fault });
    ({ frameworks: current, faults } = loaded);
    log.info("frameworks read", { frameworks: current.length, left_out: faults.length });
  };
  // One reload at a time, so that the latest files are served.
  let reading = Promise.resolve();
  const reload = () => reading = reading.catch(() => {}).then(read);
  await reload();
  return {
    list: () => current,
    find: (id) => current.find((framework) => framework.id === id),
    faults: () => faults,
    reload,
  };
}
