export declare function bundle(program: string, onBuild?: () => void): Promise<string>;
