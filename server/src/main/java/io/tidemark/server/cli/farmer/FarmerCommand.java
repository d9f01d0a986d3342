package io.tidemark.server.cli.farmer;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.cli.snapshot.LakeCommand;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The base of all commands on the data of one company. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
abstract class FarmerCommand extends LakeCommand {

    @Parameters(index = "0", paramLabel = "FARMER")
    String farmer;

    /** Refuses an unknown company, and suggests the nearest name. */
    void check(List<String> known, Lake lake) {
        if (!known.contains(farmer)) {
            throw wrong("there is no farmer " + farmer + " in " + lake.root() + NearestName.hint(farmer, known));
        }
    }
}
